/** A field of a form that cannot be read. */
export class InputFault extends Error {
  constructor(label: string, help: string | null = null) {
    super(`Periksa isian ${label}.${help === null ? '' : ` ${help}`}`)
    this.name = 'InputFault'
  }
}
