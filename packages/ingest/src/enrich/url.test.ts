import { expect, it } from 'vitest'
import { isPageAddress } from './url.ts'

it.each([
  'file:///C:/Users/x/page.html',
  'FILE:///x',
  'data:text/html,<p>',
  'about:blank',
  'about:srcdoc',
  'blob:https://example.com/6b1e',
  'javascript:void(0)',
  ' java\nscript:alert(1)',
  'chrome-extension://abc/popup.html',
  'moz-extension://abc/popup.html',
  'safari-web-extension://abc/popup.html',
  'view-source:https://example.com/',
])('%j is not the address of a page', (url) => {
  expect(isPageAddress(url)).toBe(false)
})

it.each([
  'https://example.com/',
  'HTTP://example.com',
  'app://com.example/start',
  'capacitor://localhost/',
  'filex://a/',
  `https://example.com/${'a'.repeat(2000)}`,
  'https://example.com/?next=javascript:alert(1)',
  'https://пример.рф/',
])('%j is the address of a page', (url) => {
  expect(isPageAddress(url)).toBe(true)
})
