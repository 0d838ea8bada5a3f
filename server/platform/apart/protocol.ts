/**
 * What the server and a process of its own say to each other. Files of others are read there and not where tickets
 * are sold: what a file takes of time and memory is that process's, which can be ended in the middle of it.
 */
import type { Problem } from '../http/problem.ts'

/**
 * A kind of work: what comes of some bytes, a bounded piece at a time, each when it is asked for; what is asked for
 * it hears from `yield`.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- each kind has its own options, pieces and wishes
export type Work = (bytes: Buffer, options: any) => AsyncGenerator<unknown, void, any>

/** What each job of such a kind is given. */
export type OptionsOf<W extends Work> = Parameters<W>[1]
export type PieceOf<W extends Work> = ReturnType<W> extends AsyncGenerator<infer P, void, never> ? P : never
export type WishOf<W extends Work> = ReturnType<W> extends AsyncGenerator<unknown, void, infer N> ? N : never

/** The bytes themselves come on the standard input: they are many, and nothing in them is to be understood. */
export type WorkerRequest = { begin: string; options: unknown; size: number } | { more: unknown }

export type WorkerReply =
  | { ready: true }
  | { piece: unknown }
  /** Of its memory then, in bytes. */
  | { done: true; resident: number }
  | { problem: Pick<Problem, 'code' | 'detail' | 'errors' | 'extra'>; resident: number }
  | { fault: string }

/** Megabytes of one process that programs may fill; what it may hold with all its buffers is `Apart.most_resident`. */
export const heap_mb = 144

/** By it a process ends itself that holds more than it may, where nobody else can see what it holds. */
export const tooHeavySignal = 'SIGUSR2'
