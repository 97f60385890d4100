import * as z from 'zod'
import type { ReadCell } from './values.ts'

const email = z.email().max(254)

/** An e-mail address. The reason does not repeat it, because it is personal data. */
export const emailAddress: ReadCell<string> = (cell) =>
  email.safeParse(cell).success ? { ok: true, value: cell } : { ok: false, reason: 'bukan alamat e-mail' }
