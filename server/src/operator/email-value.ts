import { emailAddress } from '../platform/csv/email.ts'
import { asOption } from './values.ts'

export const readEmail = asOption(emailAddress)
