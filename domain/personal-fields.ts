import type { Event } from './event.ts'

/** A field, or a type of event, that says nothing personal: ids, times, amounts, statuses. It stays readable for ever. */
export const clear = 'clear'

/** A field that is personal, with what stands in its place once it cannot be read any more. */
export type Personal<Value> = { readonly erased: Value }

/** A personal field that its event may lack: nothing stands in its place. */
type PersonalAndOptional = { readonly erased?: undefined }

/** Says that a field is personal. Whatever `erased` is, the event can be folded and shown with it. */
export function personal<Value>(erased: Value): Personal<Value>
export function personal(): PersonalAndOptional
export function personal<Value>(erased?: Value) {
  return { erased }
}

type Mark<Data, Field extends keyof Data> =
  | typeof clear
  | (undefined extends Data[Field] ? PersonalAndOptional : Personal<Data[Field]>)

/** Whether a value can say anything of a person: free text can, and whatever has parts. */
type IsPlain<Value> = [Value] extends [string | number | boolean | null | undefined]
  ? string extends Value
    ? false
    : true
  : false

/** Whether all fields are numbers, yes or no, or one of a few words. */
type HasPlainFields<Data> = { [Field in keyof Data]-?: IsPlain<NonNullable<Data[Field]>> }[keyof Data] extends true
  ? true
  : false

type DataOf<E extends Event, Type> = Extract<E, { type: Type }>['data']

/**
 * For each type of event which fields of its data are personal. Every type has to be there, and every field of one that has
 * text in it: who adds one decides about it, or it does not compile.
 */
export type PersonalDataOf<E extends Event> = {
  readonly [Type in E['type']]:
    | { readonly [Field in keyof DataOf<E, Type>]-?: Mark<DataOf<E, Type>, Field> }
    | (HasPlainFields<DataOf<E, Type>> extends true ? typeof clear : never)
}
