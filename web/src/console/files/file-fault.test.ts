import { expect, test } from 'vitest'
import { faultOfFile } from './file-fault.ts'

test('CON-08 an empty file and one above the limit are refused before they are sent, one at the limit is sent', () => {
  expect(faultOfFile({ size: 0 }, 1024)).toBe('Berkas ini kosong.')
  expect(faultOfFile({ size: 16 * 1024 * 1024 }, 16 * 1024 * 1024)).toBeNull()
  expect(faultOfFile({ size: 16 * 1024 * 1024 + 1 }, 16 * 1024 * 1024)).toContain('paling besar 16 MB')
})
