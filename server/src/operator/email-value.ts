import { emailAddress } from '../platform/csv/email.ts'
import { asOption } from './values.ts'

/** Parses an e-mail address. */
export const readEmail = asOption(emailAddress)
