/** Numbers of the advisory locks, the same in every instance. Kept together so that no two are alike. */
export const locks = {
  migrate: 7_204_119,
  seal_audit: 7_204_120,
  seed: 7_204_121,
  /** Shared by whoever reads or hangs on the tree of partners in several statements; alone for whoever moves part of it. */
  tree: 7_204_122,
  /** One award at a time: two of them meet in many offices' rows, not always in the same order. */
  award: 7_204_123,
  /** One partner moves at a time: the first half of a move counts on the tree as it is, while others share it. */
  move: 7_204_124,
  /** Shared by whoever changes a day whose balance is closed; alone for whoever closes days. Also written in migration 0024. */
  balances: 7_204_125,
  /** One closing or reopening of weeks at a time: who owes whom changes, so that two of them would meet in any order. */
  books: 7_204_126,
  /** Shared by whoever changes who answers for a partner; alone for whoever closes weeks. Also written in migration 0056. */
  responsibles: 7_204_127,
  /** One product is given its key at the counter at a time. Written in migration 0065 alone. */
  counter_keys: 7_204_128,
} as const

/** First key of the pair lock on a draw: sales share it, awarding and suspending hold it alone. */
export const drawLockSpace = 7_204

/** First key of the pair lock on a partner's document. */
export const documentLockSpace = 7_206

/** First key of the pair lock on an agency whose weeks are being settled. */
export const settleLockSpace = 7_205

/** First key of the pair lock on a partner whose payments are reported. */
export const paymentLockSpace = 7_207

/** First key of the pair lock on a distributor whose margin is being posted. */
export const marginLockSpace = 7_208

/** First key of the pair lock on an agency whose movements are being decided. */
export const cashLockSpace = 7_209
