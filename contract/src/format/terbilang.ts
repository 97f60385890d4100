const small = [
  'nol',
  'satu',
  'dua',
  'tiga',
  'empat',
  'lima',
  'enam',
  'tujuh',
  'delapan',
  'sembilan',
  'sepuluh',
  'sebelas',
]
const powers = ['', 'ribu', 'juta', 'miliar', 'triliun', 'kuadriliun']

const word = (value: number): string => small[value] as string

function belowThousand(value: number): string[] {
  if (value >= 200) return [word(Math.floor(value / 100)), 'ratus', ...belowThousand(value % 100)]
  if (value >= 100) return ['seratus', ...belowThousand(value - 100)]
  if (value >= 20) return [word(Math.floor(value / 10)), 'puluh', ...belowThousand(value % 10)]
  if (value >= 12) return [word(value - 10), 'belas']
  return value > 0 ? [word(value)] : []
}

/**
 * A whole number in Indonesian words: 1100 is 'seribu seratus', 11 is 'sebelas'. The caller adds the unit ('rupiah').
 * @param value 0 to 9.007.199.254.740.991
 * @throws RangeError outside of that range
 */
export function terbilang(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Cannot be put in words: ${value}`)
  if (value === 0) return word(0)
  const words: string[] = []
  for (let power = powers.length - 1; power >= 0; power--) {
    const group = Math.floor(value / 1000 ** power) % 1000
    if (group === 0) continue
    // One thousand is "seribu", never "satu ribu"; from the million on it is "satu juta".
    if (group === 1 && power === 1) words.push('seribu')
    else words.push(...belowThousand(group), ...(power > 0 ? [powers[power] as string] : []))
  }
  return words.join(' ')
}
