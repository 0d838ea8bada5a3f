/** Under which name this browser keeps what is one person's: of a user in a database, since an id names another one elsewhere. */

export interface Owner {
  id: number
  database: string
}

/** `kind` says what is kept, `name` which of them. */
export function ownKey(kind: string, { id, database }: Owner, name?: string | number): string {
  const own = `sorteo:${kind}:${id}:${database}`
  return name === undefined ? own : `${own}:${name}`
}
