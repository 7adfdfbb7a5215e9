import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    // only the parts in use: the whole library is twice as large
    alias: { "milsymbol/parts": new URL("node_modules/milsymbol/index.mjs", import.meta.url).pathname },
  },
  worker: { format: "es" },
  build: {
    outDir: "../src/grognard/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the page's own policy allows no inline scripts
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: "http://127.0.0.1:8741", ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
