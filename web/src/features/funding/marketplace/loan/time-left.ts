const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * The time until an offer ends, in its two largest units: '9 hari 4 jam', '3 jam 20 menit', '12 menit'. Rounded down.
 * @param left milliseconds
 * @returns null when it has ended
 */
export function timeLeft(left: number): string | null {
  if (left <= 0) return null
  if (left < minute) return 'Kurang dari 1 menit'
  const [days, hours, minutes] = [left / day, (left % day) / hour, (left % hour) / minute].map(Math.floor)
  const [first, second] = days
    ? [`${days} hari`, hours && `${hours} jam`]
    : [hours && `${hours} jam`, minutes && `${minutes} menit`]
  return [first, second].filter(Boolean).join(' ')
}
