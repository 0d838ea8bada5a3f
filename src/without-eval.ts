/**
 * Imported before any schema is made: zod would try whether it may write code, which the policy of the page
 * refuses and the browser reports.
 */
import { config } from 'zod'

config({ jitless: true })
