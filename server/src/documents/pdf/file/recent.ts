/** A cache of values by text. When it is full, the least recently used half is removed. */
export class Recent<Value> {
  private readonly most: number
  private recent = new Map<string, Value>()
  private older = new Map<string, Value>()

  constructor(most: number) {
    this.most = most
  }

  get(text: string, make: () => Value): Value {
    const known = this.recent.get(text)
    if (known !== undefined) return known
    const value = this.older.get(text) ?? make()
    if (this.recent.size >= this.most / 2) {
      this.older = this.recent
      this.recent = new Map()
    }
    this.recent.set(text, value)
    return value
  }
}
