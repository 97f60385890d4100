import { hash } from 'node:crypto'

/** The stored form of a token. With 256 random bits a fast hash is enough. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
