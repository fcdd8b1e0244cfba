import { expect, it } from 'vitest'
import { databaseNameIn } from './mongodb-database-name.ts'

it.each([
  ['mongodb://localhost', 'atelier'],
  ['mongodb://localhost/', 'atelier'],
  ['mongodb://localhost/desk', 'desk'],
  ['mongodb+srv://user:secret@a.example,b.example/desk?tls=true', 'desk'],
  ['mongodb://localhost/?tlsCAFile=/etc/ssl/ca.pem', 'atelier'],
  ['mongodb://localhost?tlsCAFile=/etc/ssl/ca.pem', 'atelier'],
  ['mongodb://localhost/desk?tlsCAFile=/etc/ssl/ca.pem', 'desk'],
])('the database of %s is %s', (url, name) => expect(databaseNameIn(url)).toBe(name))
