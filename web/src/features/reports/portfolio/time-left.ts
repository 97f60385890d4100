const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * The remaining time in its two largest units: 'sisa 1 hari 3 jam', 'sisa 5 menit'.
 * @param until ISO 8601
 * @param now milliseconds since 1970
 * @throws RangeError when `until` is not a date
 */
export function timeLeft(until: string, now: number): string {
  const left = Date.parse(until) - now
  if (Number.isNaN(left)) throw new RangeError(`Not a date: ${until}`)
  if (left <= 0) return 'waktu habis'
  if (left < minute) return 'sisa kurang dari 1 menit'
  const days = Math.floor(left / day)
  const hours = Math.floor((left % day) / hour)
  const minutes = Math.floor((left % hour) / minute)
  const parts =
    days > 0
      ? [
          [days, 'hari'],
          [hours, 'jam'],
        ]
      : [
          [hours, 'jam'],
          [minutes, 'menit'],
        ]
  const said = parts.filter(([count]) => count !== 0).map(([count, unit]) => `${count} ${unit}`)
  return `sisa ${said.join(' ')}`
}
