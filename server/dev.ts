/** The server from its sources, for `npm run dev`. */
import { main } from './main.ts'

await main()
