/** What a browser that denies its storage keeps: until the page is left. */
class PageStorage implements Storage {
  readonly #kept = new Map<string, string>()
  get length() {
    return this.#kept.size
  }
  key = (at: number) => [...this.#kept.keys()][at] ?? null
  getItem = (key: string) => this.#kept.get(key) ?? null
  setItem = (key: string, value: string) => void this.#kept.set(key, value)
  removeItem = (key: string) => void this.#kept.delete(key)
  clear = () => this.#kept.clear()
}

const instead = { local: new PageStorage(), tab: new PageStorage() }

/** The browser's storage, or one that ends with the page where the lender has blocked it: to look at it then throws. */
export function localStore(): Storage {
  try {
    return localStorage
  } catch {
    return instead.local
  }
}

/** The same for the storage of one tab. */
export function tabStore(): Storage {
  try {
    return sessionStorage
  } catch {
    return instead.tab
  }
}
