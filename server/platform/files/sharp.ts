/** The library that draws pictures, held to what is wanted of it; only a process that works apart asks for it. */
import sharp from 'sharp'

// Of all that the library can read, only what is taken: the fewer readers, the fewer faults of theirs.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
})
// One thread a picture, and nothing remembered: uploads are few and the processors are the sales'.
sharp.concurrency(1)
sharp.cache(false)

export { sharp }
