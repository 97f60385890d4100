import type { Answer } from '../../../api/client.ts'

export type Figures = Answer<'GET /tkb'>
export const names = ['TKB90', 'TKB60', 'TKB30', 'TKB0'] as const
export const heading = 'Tingkat Keberhasilan Bayar'
