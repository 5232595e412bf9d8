// What a browser does with a message that comes while no page is open.
self.addEventListener("push", (e) => {
  const { title, body, url } = e.data.json();
  e.waitUntil(self.registration.showNotification(title, { body, icon: "icon.svg", tag: "frente", data: url }));
});

self.addEventListener("notificationclick", (e) => {
  e.notification.close();
  e.waitUntil(self.clients.openWindow(e.notification.data));
});
