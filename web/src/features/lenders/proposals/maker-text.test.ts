import { expect, test } from 'vitest'
import { makerText } from './maker-text.ts'

test.each([
  [{ maker: 'Rina', isMine: false, system: null }, 'Rina'],
  [{ maker: 'Rina', isMine: true, system: null }, 'Rina (Anda)'],
  [{ maker: 'Rina', isMine: false, system: 'ERP' }, 'Diajukan oleh sistem: ERP, kunci Rina'],
  [{ maker: 'Rina', isMine: true, system: 'ERP' }, 'Diajukan oleh sistem: ERP, kunci Rina (Anda)'],
])('KEY-01 %j is shown as proposed by %s', (row, text) => expect(makerText(row)).toBe(text))
