import { sql } from 'drizzle-orm'

/** A `partner` is found by its name, its code or its document: what a column of its own holds as `fold` leaves it. */
export const partnerSearch = { folded: [sql`partner.search_key`] }
