import { hash } from 'node:crypto'

/** Only this is kept of a token, a lender's or a bank's. It has 256 random bits, so a fast hash is enough. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
