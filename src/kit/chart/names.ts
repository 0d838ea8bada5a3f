/** Names of partners where there is little room: what tells them apart stays. */

/** At most `room` characters, cut in the middle: names differ at their ends as often as at their beginnings. */
export function cutMiddle(name: string, room: number): string {
  if (name.length <= room) return name
  const end = Math.floor((room - 1) / 2)
  return `${name.slice(0, room - 1 - end).trimEnd()}…${name.slice(-end).trimStart()}`
}

/**
 * The names in the same order, each without the first word that it shares with another (`Distribuidora`, `Agencia`)
 * where what is left names it alone, and of at most `room` characters (4 or more).
 */
export function distinctNames(names: readonly string[], room = Number.POSITIVE_INFINITY): string[] {
  const firsts = names.map((name) => name.split(' ', 1)[0]!)
  const rests = names.map((name, at) => {
    const rest = name.slice(firsts[at]!.length).trimStart()
    const shared = firsts.some((first, other) => first === firsts[at] && names[other] !== name)
    return shared && rest !== '' ? rest : name
  })
  return names.map((name, at) => {
    const rest = rests[at]!
    const alone = names.every((other, place) => other === name || (rests[place] !== rest && other !== rest))
    return cutMiddle(alone ? rest : name, room)
  })
}
