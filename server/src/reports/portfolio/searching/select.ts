/**
 * Returns the items from `from` to `until` (exclusive) of the sorted array without sorting the rest: quickselect
 * partitions the array around the slice, and only the slice is sorted. The array is reordered.
 * @param compare a total order
 */
export function sortedSlice(
  items: Int32Array,
  from: number,
  until: number,
  compare: (a: number, b: number) => number,
): Int32Array {
  const end = Math.min(until, items.length)
  if (from >= end) return items.subarray(0, 0)
  if (from > 0) partition(items, 0, items.length, from, compare)
  if (end < items.length) partition(items, from, items.length, end, compare)
  return items.subarray(from, end).sort(compare)
}

/**
 * Reorders the items from `start` to `end` (exclusive) so that the item at `nth` is the one of the sorted array, with
 * no larger item before it and no smaller one after it.
 */
function partition(
  items: Int32Array,
  start: number,
  end: number,
  nth: number,
  compare: (a: number, b: number) => number,
): void {
  let low = start
  let high = end - 1
  while (low < high) {
    const pivot = middleOf(items, low, high, compare)
    let left = low
    let right = high
    while (left <= right) {
      while (compare(items[left] as number, pivot) < 0) left += 1
      while (compare(items[right] as number, pivot) > 0) right -= 1
      if (left > right) break
      const item = items[left] as number
      items[left] = items[right] as number
      items[right] = item
      left += 1
      right -= 1
    }
    if (nth <= right) high = right
    else if (nth >= left) low = left
    else return
  }
}

/** The median of the first, middle and last item: a pivot that splits both sorted and random arrays well. */
function middleOf(
  items: Int32Array,
  low: number,
  high: number,
  compare: (a: number, b: number) => number,
): number {
  const [a, b, c] = [items[low] as number, items[(low + high) >> 1] as number, items[high] as number]
  if (compare(a, b) < 0) return compare(b, c) < 0 ? b : compare(a, c) < 0 ? c : a
  return compare(a, c) < 0 ? a : compare(b, c) < 0 ? c : b
}
