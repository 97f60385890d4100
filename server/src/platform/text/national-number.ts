/** The national form of a phone number: the digits after +62, whatever prefix was typed. */
export function nationalNumber(phone: string): string {
  return phone.replace(/^(?:62|0)(?=8)/, '')
}
