import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah, groupThousands } from '@pematang/contract/format/rupiah'
import type { TodayFigure } from '../../platform/today-line.ts'
import type { TodayEntry } from './read-today.ts'

/** The words around figures: English on the command line, Indonesian in the e-mail. */
export const languages = {
  en: {
    none: 'none',
    notCounted: 'not counted yet',
    ago: (minutes: number) => `${ageOf(minutes, 'minutes', 'hours', 'days')} ago`,
    until: (day: string) => `until ${day}`,
    before: (values: string) => `the day before ${values}`,
  },
  id: {
    none: 'tidak ada',
    notCounted: 'belum dihitung',
    ago: (minutes: number) => `${ageOf(minutes, 'menit', 'jam', 'hari')} yang lalu`,
    until: (day: string) => `sampai ${formatDateLong(day)}`,
    before: (values: string) => `sehari sebelumnya ${values}`,
  },
} as const

type Language = keyof typeof languages

const ageOf = (minutes: number, ...[small, middle, large]: [string, string, string]): string =>
  minutes < 120
    ? `${minutes} ${small}`
    : minutes < 48 * 60
      ? `${Math.floor(minutes / 60)} ${middle}`
      : `${Math.floor(minutes / 1440)} ${large}`

/** What a line says, e.g. `BNI: 2, Rp150.000, 3 hours ago; OTHER: 1, Rp20.000, 4 days ago`. */
export function wordsOf({ figures, countedAt }: TodayEntry, at: Date, language: Language): string {
  if (countedAt === null) return languages[language].notCounted
  const counted = countedAt === undefined ? [] : [languages[language].ago(minutesBetween(countedAt, at))]
  const said = figures.filter(isSomething).map((figure) => figureInWords(figure, at, language))
  return `${said.length > 0 ? said.join('; ') : languages[language].none}${counted.map((age) => ` (${age})`).join('')}`
}

const isSomething = ({ count, since, until, before }: TodayFigure): boolean =>
  count !== 0 || Boolean(since ?? until ?? before)

function figureInWords({ of, since, until, before, ...values }: TodayFigure, at: Date, language: Language) {
  const words = languages[language]
  const parts = [
    ...valuesInWords(values),
    ...(since ? [words.ago(minutesBetween(since, at))] : []),
    ...(until ? [words.until(until)] : []),
    ...(before ? [words.before(valuesInWords(before).join(', '))] : []),
  ]
  return `${of === undefined ? '' : `${of}: `}${parts.length > 0 ? parts.join(', ') : words.none}`
}

const valuesInWords = ({ count, amount, share }: Pick<TodayFigure, 'count' | 'amount' | 'share'>) => [
  ...(count === undefined ? [] : [groupThousands(String(count))]),
  ...(amount === undefined ? [] : [formatRupiah(amount)]),
  ...(share === undefined ? [] : [share]),
]

const minutesBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / 60_000))
