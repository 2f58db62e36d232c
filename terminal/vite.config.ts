import { svelte } from "@sveltejs/vite-plugin-svelte"
import { defineConfig } from "vitest/config"

// The house serves what is built here. In development `npm run dev` passes the API on to a house at its usual port.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/croupier/server/pages/dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { fs: { allow: [".", "../src/croupier/words"] }, proxy: { "/api": { target: "http://127.0.0.1:8021", ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
})
