import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The page is served by the house itself, under a path that is not known here; in development the house runs beside and
// is asked through a proxy.
const house = "http://127.0.0.1:8000";

export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: { outDir: "../src/chieu/web", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  server: { fs: { allow: [".."] }, proxy: { "/api": house, "/ws": { target: house, ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
