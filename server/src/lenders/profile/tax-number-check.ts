/** The digits of a tax number that people may write with dots, spaces and dashes. */
export const taxDigits = (text: string): string => text.replaceAll(/[ .-]/g, '')

/**
 * The error in a tax number of 16 digits, or null. Resident individuals use their NIK; a number that begins with 0 is
 * the earlier NPWP of 15 digits (PMK 112/PMK.03/2022), whose ninth digit is a check digit. Newer numbers of companies
 * have no published check digit, so only their length is checked.
 * @param isCorporate whether the lender is a company, which has no NIK
 */
export function taxNumberFault(number: string, isCorporate: boolean): string | null {
  if (!/^[0-9]{16}$/.test(number)) return 'harus 16 angka: NPWP 16 angka, atau NIK orang pribadi'
  if (/^(.)\1{15}$/.test(number)) return 'satu angka yang diulang'
  if (number.startsWith('0'))
    return isLuhn(number.slice(1, 10)) ? null : 'bukan NPWP: angka pemeriksanya, yang kesepuluh, salah'
  return isCorporate || isNik(number)
    ? null
    : 'bukan NPWP dan bukan NIK: angka ketujuh sampai kedua belas NIK adalah tanggal lahir'
}

/** Whether the last digit is the check digit of the others (Luhn, modulus 10). */
function isLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((before, digit, place) => {
      const weighed = Number(digit) * (place % 2 === 0 ? 1 : 2)
      return before + (weighed > 9 ? weighed - 9 : weighed)
    }, 0)
  return sum % 10 === 0
}

/**
 * The structure of a NIK: province 11 to 99, regency, district, day of birth (plus 40 for women), month, year, and a
 * serial number.
 */
function isNik(digits: string): boolean {
  const [, province = '', day = '', month = '', serial = ''] =
    /^(\d\d)\d{4}(\d\d)(\d\d)\d\d(\d{4})$/.exec(digits) ?? []
  const born = Number(day) > 40 ? Number(day) - 40 : Number(day)
  const longest = month === '02' ? 29 : ['04', '06', '09', '11'].includes(month) ? 30 : 31
  return (
    Number(province) >= 11 &&
    born >= 1 &&
    born <= longest &&
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    serial !== '0000'
  )
}
