import { svelte } from "@sveltejs/vite-plugin-svelte";
import { parse } from "smol-toml";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// In development a server runs next to Vite, which forwards requests to it. The built page is served by the server
// itself, under a path that is not known at build time.
const server = "http://127.0.0.1:8000";

/** Modules that are loaded on demand and must be there without a network: texts and tables with real cards (RT-5). */
const OFFLINE = /\.toml$|\/pages\/TablePage\.svelte$|\/real\/(RealTable|Evening)\.svelte$/;

/** Turn the text catalogues (`src/text/*.toml`) into modules: an object of texts by `<table>.<key>`. */
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
  };
}

/** Link `index.html` to the files of `OFFLINE`. Browsers ignore the `rel`; the service worker stores what is linked. */
function offline(): Plugin {
  return {
    name: "chieu-offline",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const files = new Set<string>();
        const add = (file: string): void => {
          const chunk = bundle[file];
          if (files.has(file) || chunk?.type !== "chunk") return;
          files.add(file);
          for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
          chunk.imports.forEach(add);
        };
        for (const [file, chunk] of Object.entries(bundle)) if (chunk.type === "chunk" && OFFLINE.test(chunk.facadeModuleId ?? "")) add(file);
        return [...files].filter((file) => !html.includes(file)).map((file) => ({ tag: "link", attrs: { rel: "chieu-offline", href: `./${file}` }, injectTo: "head" as const }));
      },
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [svelte(), texts(), offline()],
  build: { outDir: "../src/chieu/web", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  server: { fs: { allow: [".."] }, proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "node", globalSetup: ["tools/phrases.ts"], setupFiles: ["src/text/setup.ts"] },
});
