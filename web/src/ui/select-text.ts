export type Option<V extends string> = {
  value: V
  label: string
  /** A short text beside the label in the opened list, such as a count; not part of the option's name. */
  note?: string | undefined
}

export type Common<V extends string> = {
  label: string
  options: readonly Option<V>[]
  placeholder?: string
  hideLabel?: boolean
  error?: string | null | undefined
  disabled?: boolean
  className?: string
}

export type SelectProps<V extends string> = Common<V> & { value: V | null; onChange: (value: V) => void }
export type MultiSelectProps<V extends string> = Common<V> & {
  value: readonly V[]
  onChange: (value: V[]) => void
}

/** The text of one choice; undefined while nothing is chosen. */
export const singleText = <V extends string>(options: readonly Option<V>[], chosen: V | null) =>
  options.find(({ value }) => value === chosen)?.label

/** The text of several choices: one is shown by name, more are counted; undefined while nothing is chosen. */
export const multiText = <V extends string>(options: readonly Option<V>[], chosen: readonly V[]) =>
  chosen.length > 1 ? `${chosen.length} dipilih` : singleText(options, chosen[0] ?? null)
