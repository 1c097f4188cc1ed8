import { svelte } from "@sveltejs/vite-plugin-svelte";
import { basename } from "node:path";
import { parse } from "smol-toml";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// In development a server runs next to Vite, which forwards requests to it. The built page is served by the server
// itself, under a path that is not known at build time.
const server = "http://127.0.0.1:8000";

/** Turn the text catalogues (`src/text/*.toml`) into modules: an object of texts by `<table>.<key>`.
 *
 * `index.html` gets a link to each of them. Browsers ignore its `rel`; the service worker stores what is linked, so that
 * the page opens without a network in every language. */
function texts(): Plugin {
  return {
    name: "chieu-texts",
    transform: {
      filter: { id: /\.toml$/ },
      handler(source) {
        const tables = Object.entries(parse(source) as Record<string, Record<string, string>>);
        const flat = Object.fromEntries(tables.flatMap(([table, found]) => Object.entries(found).map(([key, text]) => [`${table}.${key}`, text])));
        return { code: `export default ${JSON.stringify(flat)};`, map: null, moduleType: "js" };
      },
    },
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        Object.values(bundle ?? {}).flatMap((chunk) =>
          chunk.type === "chunk" && chunk.facadeModuleId?.endsWith(".toml")
            ? [{ tag: "link", attrs: { rel: "chieu-texts", hreflang: basename(chunk.facadeModuleId, ".toml"), href: `./${chunk.fileName}` }, injectTo: "head" as const }]
            : [],
        ),
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [svelte(), texts()],
  build: { outDir: "../src/chieu/web", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  server: { fs: { allow: [".."] }, proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "node", globalSetup: ["tools/phrases.ts"], setupFiles: ["src/text/setup.ts"] },
});
