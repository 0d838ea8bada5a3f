/** What a screen shows in the end is waited for as long as a busy machine needs; only what hangs is ended. */
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 20_000 })
