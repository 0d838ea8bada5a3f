/**
 * Imported before anything else, by files that an old Node can still read: one sentence instead of a
 * syntax error. The exceptions are what the build tool accepts: 20.19 and 22.12 brought `require` of modules.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (!((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22)) {
  console.error(
    `Sorteo necesita Node 20.19 o posterior (en la serie 22, desde la 22.12); este es ${process.versions.node}.`,
  )
  process.exit(1)
}
