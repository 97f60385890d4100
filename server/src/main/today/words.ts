import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah, groupThousands } from '@pematang/contract/format/rupiah'
import type { TodayFigure } from '../../platform/today-line.ts'
import type { TodayEntry } from './read-today.ts'

const none = 'tidak ada'

const ago = (minutes: number): string =>
  minutes < 120
    ? `${minutes} menit yang lalu`
    : minutes < 48 * 60
      ? `${Math.floor(minutes / 60)} jam yang lalu`
      : `${Math.floor(minutes / 1440)} hari yang lalu`

/** What a line says, e.g. `BNI: 2, Rp150.000, 3 jam yang lalu; OTHER: 1, Rp20.000, 4 hari yang lalu`. */
export function wordsOf({ figures, countedAt }: Pick<TodayEntry, 'figures' | 'countedAt'>, at: Date): string {
  if (countedAt === null) return 'belum dihitung'
  const counted = countedAt === undefined ? [] : [ago(minutesBetween(countedAt, at))]
  const said = figures.filter(isSomething).map((figure) => figureInWords(figure, at))
  return `${said.length > 0 ? said.join('; ') : none}${counted.map((age) => ` (${age})`).join('')}`
}

const isSomething = ({ count, since, until, before }: TodayFigure): boolean =>
  count !== 0 || Boolean(since ?? until ?? before)

function figureInWords({ of, since, until, before, ...values }: TodayFigure, at: Date) {
  const parts = [
    ...valuesInWords(values),
    ...(since ? [ago(minutesBetween(since, at))] : []),
    ...(until ? [`sampai ${formatDateLong(until)}`] : []),
    ...(before ? [`sehari sebelumnya ${valuesInWords(before).join(', ')}`] : []),
  ]
  return `${of === undefined ? '' : `${of}: `}${parts.length > 0 ? parts.join(', ') : none}`
}

const valuesInWords = ({ count, amount, share }: Pick<TodayFigure, 'count' | 'amount' | 'share'>) => [
  ...(count === undefined ? [] : [groupThousands(String(count))]),
  ...(amount === undefined ? [] : [formatRupiah(amount)]),
  ...(share === undefined ? [] : [share]),
]

const minutesBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / 60_000))
