import { useState } from 'react'

/**
 * The day of a DayField that a file is requested for. It cannot be used while the field is empty or has another
 * text than a day: the file would be of the day that was typed before. Some phones press a button without leaving the
 * field.
 */
export function useTypedDay(initial: () => string) {
  const [day, setDay] = useState(initial)
  const [isWrong, setWrong] = useState(false)
  return {
    day,
    isWrong,
    isUsable: day !== '' && !isWrong,
    field: { value: day, onChange: setDay, onWrong: setWrong },
  }
}
