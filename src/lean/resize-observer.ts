/** Every browser that the console is built for tells of sizes by itself. */
export default globalThis.ResizeObserver
