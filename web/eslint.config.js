import globals from "globals";
import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["dist", "src/lib/api.gen.ts"] },
  ...ts.configs.recommended,
  ...svelte.configs["flat/recommended"],
  { languageOptions: { globals: { ...globals.browser } } },
  // sets and maps here are values: they are replaced, never changed
  { rules: { "svelte/prefer-svelte-reactivity": "off", "svelte/no-navigation-without-resolve": "off" } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
);
