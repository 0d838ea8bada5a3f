/**
 * Which modules of the console come in one file. Left to itself a build makes a file of every few modules that the same
 * screens share: a list came in 78. Each file costs a slow machine some milliseconds of answering, compiling and linking
 * whatever its size, so that small ones are put together as long as little comes along that a screen has no use for.
 */
import type { Rolldown } from 'vite'

/** A chunk, and all that comes with it. */
export function reachableChunks(
  chunks: readonly Rolldown.OutputChunk[],
  from: Rolldown.OutputChunk | undefined,
): Set<Rolldown.OutputChunk> {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set(from && [from])
  for (const chunk of found)
    for (const name of chunk.imports) {
      const next = named.get(name)
      if (next) found.add(next)
    }
  return found
}

/** The chunk that holds a file, by the end of its path. Fails where none does. */
export function chunkWith(chunks: readonly Rolldown.OutputChunk[], file: string): Rolldown.OutputChunk {
  const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(file)))
  if (!found) throw new Error(`No file of the console ends with ${file}.`)
  return found
}

/** What is put into one file: bytes, by whom it is asked for, and what it imports. */
export interface Parcel {
  chunks: Rolldown.OutputChunk[]
  bytes: number
  /** Entries, by their names. */
  askedBy: Set<string>
  /** Parcels. */
  imports: Set<Parcel>
}

export interface Weights {
  /** How many bytes one file less is worth. */
  file: number
  /** Entries that count as several. */
  entries: ReadonlyMap<string, number>
}

/** What putting two together is worth in bytes, over all entries; less than nothing where it costs. */
function gain(one: Parcel, other: Parcel, { file, entries }: Weights): number {
  let sum = 0
  for (const name of one.askedBy) sum += (entries.get(name) ?? 1) * (other.askedBy.has(name) ? file : -other.bytes)
  for (const name of other.askedBy) if (!one.askedBy.has(name)) sum -= (entries.get(name) ?? 1) * one.bytes
  return sum
}

/** Whether one waits for the other by way of a third: together, that third would wait for itself. */
function isRoundabout(from: Parcel, to: Parcel): boolean {
  const seen = new Set([...from.imports].filter((next) => next !== to && next !== from))
  for (const parcel of seen)
    for (const next of parcel.imports) {
      if (next === to) return true
      seen.add(next)
    }
  return false
}

interface Pair {
  one: Parcel
  other: Parcel
  worth: number
}

/** One parcel with each of the others that it is worth to be with. */
function pairsOf(one: Parcel, others: readonly Parcel[], weights: Weights): Pair[] {
  return others.flatMap((other) => {
    const worth = other === one ? 0 : gain(one, other, weights)
    return worth > 0 ? [{ one, other, worth }] : []
  })
}

/** Those worth most together, with neither waiting for the other by way of a third. */
function best(pairs: readonly Pair[]): Pair | undefined {
  const inOrder = pairs.toSorted((one, other) => other.worth - one.worth)
  return inOrder.find(({ one, other }) => !isRoundabout(one, other) && !isRoundabout(other, one))
}

/** Changes `all`: what waited for one of two waits for both. */
function join(kept: Parcel, absorbed: Parcel, all: readonly Parcel[]) {
  kept.chunks.push(...absorbed.chunks)
  kept.bytes += absorbed.bytes
  for (const name of absorbed.askedBy) kept.askedBy.add(name)
  for (const next of absorbed.imports) kept.imports.add(next)
  for (const parcel of all) if (parcel.imports.delete(absorbed)) parcel.imports.add(kept)
  kept.imports.delete(kept)
}

/**
 * Puts parcels together, the most worthwhile first, until no two are worth it. Answers those of `movable` that are left,
 * and changes `all`.
 */
export function mergeParcels(all: readonly Parcel[], movable: readonly Parcel[], weights: Weights): Parcel[] {
  let left = [...movable]
  let pairs = left.flatMap((one, at) => pairsOf(one, left.slice(at + 1), weights))
  for (let pair = best(pairs); pair; pair = best(pairs)) {
    const { one: kept, other: absorbed } = pair
    join(kept, absorbed, all)
    left = left.filter((parcel) => parcel !== absorbed)
    const touched = new Set([kept, absorbed])
    pairs = pairs.filter(({ one, other }) => !touched.has(one) && !touched.has(other))
    pairs.push(...pairsOf(kept, left, weights))
  }
  return left
}

export interface MergeOptions {
  /** Groups that the build has by name. */
  named: readonly string[]
  /** The group that only some may wait for, and its name; whoever asks for it weighs as much. */
  heavy: string
  /** Ends of paths: what everything but the door comes after, and the door. */
  inside: string
  door: string
  /** What people wait for most, ends of paths, as so many others. */
  first: Readonly<Record<string, number>>
}

/** How many bytes, before they are made small, one file less is worth: measured on lists and dashboards. */
const fileBytes = 6_000
/** The chunks of a build as parcels, in their order. */
function parcelsOf(chunks: readonly Rolldown.OutputChunk[], { heavy, inside, door }: MergeOptions): Parcel[] {
  const bytesOf = (chunk: Rolldown.OutputChunk) => chunk.code.length
  const heavyChunk = chunks.find(({ name }) => name === heavy)
  const isFor = (name: string) => {
    const asked = chunks.find(({ fileName }) => fileName === name)
    return heavyChunk !== undefined && reachableChunks(chunks, asked).has(heavyChunk)
  }
  const parcels = new Map(
    chunks.map((chunk): [string, Parcel] => {
      const more = heavyChunk && chunk.dynamicImports.some(isFor) ? bytesOf(heavyChunk) : 0
      return [chunk.fileName, { chunks: [chunk], bytes: bytesOf(chunk) + more, askedBy: new Set(), imports: new Set() }]
    }),
  )
  for (const chunk of chunks)
    for (const name of chunk.imports) parcels.get(chunk.fileName)!.imports.add(parcels.get(name)!)
  const before = reachableChunks(chunks, chunkWith(chunks, inside))
  for (const entry of chunks.filter(({ isDynamicEntry }) => isDynamicEntry)) {
    const isDoor = entry.moduleIds.some((id) => id.endsWith(door))
    for (const chunk of [...reachableChunks(chunks, entry), ...(isDoor ? [] : before)])
      parcels.get(chunk.fileName)!.askedBy.add(entry.fileName)
  }
  return [...parcels.values()]
}

/** Whether a chunk waits for itself by way of others. */
const isInCircle = (chunks: readonly Rolldown.OutputChunk[], chunk: Rolldown.OutputChunk) =>
  [...reachableChunks(chunks, chunk)].some((other) => other !== chunk && reachableChunks(chunks, other).has(chunk))

/** The name of each module's file, for the modules that are better off with others than as the build would have them. */
export function filesOfModules(chunks: readonly Rolldown.OutputChunk[], asked: MergeOptions): Map<string, string> {
  const page = reachableChunks(
    chunks,
    chunks.find(({ isEntry }) => isEntry),
  )
  const all = parcelsOf(chunks, asked)
  const movable = all.filter(({ chunks: [chunk] }) => {
    return chunk && !page.has(chunk) && !asked.named.includes(chunk.name) && !isInCircle(chunks, chunk)
  })
  const entries = new Map(
    Object.entries(asked.first).map(([file, weight]) => [chunkWith(chunks, file).fileName, weight]),
  )
  const left = mergeParcels(all, movable, { file: fileBytes, entries })
  return new Map(
    left.flatMap(({ chunks: merged }, at) => {
      const [largest] = merged.toSorted((one, other) => other.code.length - one.code.length)
      if (merged.length === 1) return []
      return merged.flatMap(({ moduleIds }) => moduleIds.map((id) => [id, `${largest!.name}~${at}`] as const))
    }),
  )
}
