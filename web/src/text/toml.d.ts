declare module "*.toml" {
  /** Texts by `<table>.<key>`; see the plugin in `vite.config.ts`. */
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
