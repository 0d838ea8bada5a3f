/** English plurals, for the names that Refine would make up: the console's resources all say theirs. */
const same = (word: string): string => word

export default Object.assign(same, { singular: same, plural: same })
