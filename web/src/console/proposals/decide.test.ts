import { expect, test } from 'vitest'
import { resultText } from './decide.ts'

const result = (
  state: 'DONE' | 'AGREED' | 'REFUSED' | 'FAILED',
  missing = 0,
  message: string | null = null,
) => resultText({ number: 12, state, missing, code: null, message })

test('CON-08 the result of a decision says whether it ran, waits for others, ended or was not decided', () => {
  expect(result('DONE')).toBe('Usulan 12 disetujui dan sudah dilakukan.')
  expect(result('AGREED', 1)).toBe('Usulan 12 Anda setujui; masih perlu 1 orang lagi.')
  expect(result('REFUSED')).toBe('Usulan 12 ditolak.')
  expect(result('FAILED', 0, 'Usulan ini sudah selesai.')).toBe(
    'Usulan 12 tidak diputuskan. Usulan ini sudah selesai.',
  )
})
