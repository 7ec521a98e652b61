// Tells the page that asked for the confirmation, and closes this window where the browser allows it.
new BroadcastChannel('footfall-confirmation').postMessage('confirmed')
window.close()
