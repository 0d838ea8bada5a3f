/** Names the folder in which the tests write down the answers they met; without it none are written. */
export const foldersVariable = 'SORTEO_TEST_ANSWERS'
