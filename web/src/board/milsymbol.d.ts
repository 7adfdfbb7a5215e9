/** The parts of milsymbol that counters need, without the standards that they do not. */
declare module "milsymbol/parts" {
  interface Drawn {
    asSVG(): string;
    isValid(): boolean;
  }
  export const ms: {
    addIcons(icons: unknown): void;
    Symbol: new (code: string, options: Record<string, string | number | boolean>) => Drawn;
  };
  export const numberlandunit: unknown;
}
