import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Sums } from './sums.tsx'

const million = 1_000_000
const textOf = (total: number, cashBalance: number, fundingRoom: number | null): string =>
  renderToStaticMarkup(<Sums total={total} summary={{ cashBalance, fundingRoom }} />).replaceAll(
    /<[^>]*>/g,
    '',
  )

test.each([
  ['no limit', 3, 5, null, 'TotalRp3.000.000Cash balance Rp5.000.000'],
  ['a limit above the cash', 3, 5, 9, 'TotalRp3.000.000Cash balance Rp5.000.000'],
  ['a limit below the cash', 3, 5, 4, 'Cash balance Rp5.000.000 · Sisa batas pendanaan Rp4.000.000'],
  ['more than the cash', 6, 5, 9, 'Cash balance Anda Rp5.000.000, kurang Rp1.000.000.'],
  ['more than the limit', 5, 5, 4, 'Sisa batas pendanaan Anda Rp4.000.000, kurang Rp1.000.000.'],
])(
  'LIM-02 CHO-08 the sum of a selection of loans with %s is shown beside the available cash and limit',
  (_, total, cash, room, words) => {
    expect(textOf(total * million, cash * million, room && room * million)).toContain(words)
  },
)
